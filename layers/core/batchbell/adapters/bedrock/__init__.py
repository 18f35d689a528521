"""Which language model reads pages on AWS? One of Amazon Bedrock, by its Converse call."""
