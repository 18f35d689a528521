"""The product's own code, simulated: what does it do when everything goes wrong at once?

The handlers and use cases run on the ports in memory, under a clock of our own, one port call at a
time. Who makes the next call, who dies, what comes twice, late or never, is drawn from a seed, so a
seed plays the same piece again. See docs/simulation.md.
"""
