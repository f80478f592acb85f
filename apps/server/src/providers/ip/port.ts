/** What is known of an internet address. */
export type IpLookUp = {
  lookUp(ip: string): Promise<{ readonly region: string; readonly isProxy: boolean }>
}
