/** One of the two vendors that recognise a device by its fingerprint. */
export type DeviceVendor = {
  keyOf(fingerprint: string): Promise<string>
  /** The fraud risk of the device for this person, from 0 (none) to 100 (certain). */
  riskOf(device: { readonly deviceKey: string; readonly idNumber: string }): Promise<number>
}
