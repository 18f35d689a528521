"""Does the product's code do, call by call, what the model does?

The model and the use cases, which run on the ports in memory, are played side by side: every action
of the model happens to the code as well. After each, every function must stand before the same port
call, and every record must say the same.
"""
