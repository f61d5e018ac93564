Kind = "service-resolver"
Name = "web"
LoadBalancer = {
  Policy = "maglev"
