/**
 * The share of requests that find all servers busy (Erlang C), for arrivals at random moments.
 * @param servers that work at the same time
 * @param load mean number of busy servers, less than `servers`
 */
export function shareThatWaits(servers: number, load: number): number {
  // Erlang B by its recursion, which does not overflow for thousands of servers.
  let blocked = 1
  for (let count = 1; count <= servers; count++) blocked = (load * blocked) / (count + load * blocked)
  const idle = 1 - load / servers
  return blocked / (idle + (1 - idle) * blocked)
}

/**
 * Mean time in the queue, in the unit of `service`; infinite if the servers cannot keep up.
 * @param rate of arrivals in that unit of time
 * @param service mean time of one request
 * @param variation standard deviation of that time, as a share of its mean: 0 if all take the same time
 */
export function meanWait(servers: number, rate: number, service: number, variation: number): number {
  const load = rate * service
  if (load >= servers) return Number.POSITIVE_INFINITY
  // Exact for one server (Pollaczek and Khinchine), and the usual approximation for several (Allen and Cunneen).
  return ((shareThatWaits(servers, load) * service) / (servers - load)) * ((1 + variation ** 2) / 2)
}

/**
 * The fewest servers with which requests wait for no more than a share of their own time on average.
 * @param acceptable mean wait as a share of `service`
 */
export function serversFor(rate: number, service: number, variation: number, acceptable: number): number {
  let servers = Math.max(1, Math.ceil(rate * service))
  while (meanWait(servers, rate, service, variation) > acceptable * service) servers++
  return servers
}
