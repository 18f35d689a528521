"""Who reads documents on AWS? Amazon Textract, page by page."""
