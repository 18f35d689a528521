"""What the columns and the labelled values of documents are called, in seven languages?"""
