/**
 * How long a task stays with a worker that gives no sign of life. A task whose worker was killed is
 * another's within ten seconds: eight of the lease, one until somebody looks for expired leases, and the
 * rest until the next look at the queue.
 */
export const LEASE_MS = 8_000
