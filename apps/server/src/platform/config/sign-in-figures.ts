/** How often and how long, where people sign in. Chosen here and nowhere else. */
export const signInFigures = {
  captcha: { validMinutes: 5, perIpAndMinute: 60 },
  /**
   * Proof of work beside every image code: the least, until a network or a device has asked for more images than this
   * within an hour; then one bit more, so twice the work, and again each time the number doubles. A phone tries about
   * 300,000 numbers a second.
   */
  proof: { calmImagesPerHour: { network: 20, device: 5 }, bitsMin: 15, bitsMax: 21 },
  sms: {
    waitSeconds: 60,
    validMinutes: 5,
    tries: 5,
    perPhoneAndDay: 10,
    /** Of these, for who is not known to own the phone; the rest is a reserve for its signed-in owner. */
    unverifiedPerPhoneAndDay: 7,
    /** Of these, from one network: a stranger elsewhere leaves some for the owner to sign in with. */
    unverifiedPerNetworkAndDay: 5,
    /** Different requesters do not wait for each other, but a phone gets no more than this a minute. */
    unverifiedPerMinute: 2,
    /** A phone that gets a second message within this time has somebody read an image first. */
    calmMinutes: 60,
    /** Many phones share one address of their carrier, so an address may do more than a device. */
    withoutCaptchaPerHour: { ip: 60, device: 5 },
    perIpAndHour: 200,
    perDeviceAndDay: 30,
    checksPerIpAndTenMinutes: 120,
  },
  /** What a checked code opens stays open so long. */
  passedCheck: { validMinutes: 10 },
  password: {
    tries: 5,
    lockMinutes: 30,
    perIpAndTenMinutes: 60,
    /** One network cannot reach the bound of an account by waiting for its lock to open, again and again. */
    repeatedLockMinutes: 12 * 60,
    /** From all networks together. */
    account: { tries: 100, lockMinutes: 24 * 60 },
  },
  /** The second step of a staff sign-in. Who reaches its bound knows the password, so it is a lock. */
  secondFactor: { ticketMinutes: 5, triesPerTicket: 5, tries: 50, lockMinutes: 24 * 60 },
  linkToken: { validMinutes: 15 },
  authorisation: { validMinutes: 10, ticketValidMinutes: 10 },
} as const
