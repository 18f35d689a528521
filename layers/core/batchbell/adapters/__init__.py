"""One outside thing a file: the ports on AWS and on the network."""
