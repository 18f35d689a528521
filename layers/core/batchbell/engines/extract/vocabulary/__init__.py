"""What common fields are called: in five languages and by sites?"""
