"""What turns the bytes of a document into line items, without a network?"""
