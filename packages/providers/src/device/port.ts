/** One of the two vendors that recognise a device by its fingerprint. */
export type DeviceVendor = {
  keyOf(fingerprint: string): Promise<string>
  /** The fraud risk of the device for this person, from 0 (none) to 100 (certain). */
  riskOf(device: { readonly deviceKey: string; readonly idNumber: string }): Promise<number>
}

/** Both vendors; a lender without device checks has none. */
export type DeviceVendors = { readonly first: DeviceVendor; readonly second: DeviceVendor }

/** Remembers which people and which marks were seen on a device, for all customers and processes. */
export type DeviceMemory = {
  /** A keyed digest of a fingerprint. */
  digest(fingerprint: string): string
  /** How many people were seen on the device in 90 days, with this one. */
  countPeople(deviceKey: string, idNumber: string): Promise<number>
  /** How many marks were seen with the device number in 90 days, with this one. */
  countMarks(numberKey: string, markKey: string): Promise<number>
}
