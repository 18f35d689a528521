"""The local stack under fire: killed, doubled, read and canceled at once, and proved afterwards."""
