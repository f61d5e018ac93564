Kind = "service-resolver"
Name = "web"
LoadBalancer = {
  Policy = "${policy}"
}
