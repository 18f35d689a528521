"""What does a batch cost: writes, reads, calls and processor time?"""
