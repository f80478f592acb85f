/** One of the two vendors that know a device again by its fingerprint. */
export type DeviceVendor = {
  keyOf(fingerprint: string): Promise<string>
}
