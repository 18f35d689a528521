"""What does one call of each port do to the world?

As `batchbell.ports` promises it. What a read is asked for is a view: values that a function never
looks at must not keep states apart. A view is a function with a name, never a lambda, since the
machine must know it again.
"""
