"""The ports in memory, by the rules of the AWS documentation: what use cases are tested on."""
