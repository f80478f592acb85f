/** One of the two vendors that know a device again by its fingerprint. */
export type DeviceVendor = {
  keyOf(fingerprint: string): Promise<string>
  /** How far the device is to be mistrusted in this person's hands: 0 is calm, 100 certain fraud. */
  riskOf(device: { readonly deviceKey: string; readonly idNumber: string }): Promise<number>
}
