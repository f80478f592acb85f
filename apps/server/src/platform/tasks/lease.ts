/**
 * How long a task stays leased to a worker that does not renew. A task of a killed worker is taken
 * over within ten seconds: eight for the lease, one until expired leases are released, and the rest
 * until the next poll of the queue.
 */
export const LEASE_MS = 8_000
