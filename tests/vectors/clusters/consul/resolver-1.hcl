Kind = "service-resolver"
Name = "cache"
LoadBalancer = {
  Policy = "ring_hash"
  RingHashConfig = {
    MinimumRingSize = 2048
    MaximumRingSize = 0
  }
  HashPolicies = [
    {
      Field      = "header"
      FieldValue = "x-user-id"
    }
  ]
}
