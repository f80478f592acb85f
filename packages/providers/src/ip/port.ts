/** Looks up information on an IP address. */
export type IpLookUp = {
  lookUp(ip: string): Promise<{ readonly region: string; readonly isProxy: boolean }>
}
