"""What turns a picture of a page into words?"""
