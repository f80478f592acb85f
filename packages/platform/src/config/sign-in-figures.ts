/** All limits and durations of sign-in. */
export const signInFigures = {
  captcha: { validMinutes: 5, perIpAndMinute: 60 },
  /**
   * Proof of work with every image code: the minimum, until a network or a device has requested
   * more images than this within an hour. Then one bit more, which doubles the work, each time the
   * number doubles. A phone tries some hundred thousand numbers a second.
   */
  proof: { calmImagesPerHour: { network: 20, device: 5 }, bitsMin: 15, bitsMax: 21 },
  sms: {
    waitSeconds: 60,
    validMinutes: 5,
    tries: 5,
    perPhoneAndDay: 10,
    /**
     * The part for requesters not known to own the phone. The rest is reserved for its signed-in
     * owner.
     */
    unverifiedPerPhoneAndDay: 7,
    /**
     * The part for one network, so that a stranger elsewhere leaves some for the owner to sign in
     * with.
     */
    unverifiedPerNetworkAndDay: 5,
    /** Requesters do not wait for each other, but a phone gets no more than this per minute. */
    unverifiedPerMinute: 2,
    /** A second message to a phone within this time requires an image code. */
    calmMinutes: 60,
    /** Many phones share one carrier address, so an address may do more than a device. */
    withoutCaptchaPerHour: { ip: 60, device: 5 },
    perIpAndHour: 200,
    perDeviceAndDay: 30,
    /**
     * For requesters not known to own the phone, in all networks together: the last brake against a
     * sender with many networks. Signed-in customers still get their codes.
     */
    unverifiedPerHourInAll: 10_000,
    /** Guesses by the requester of the code. Each code has its own tries, too. */
    checksPerRequesterAndTenMinutes: 60,
    /** Guesses without a code, by address: those who share the address and have a code are not counted. */
    checksWithoutCodePerIpAndTenMinutes: 120,
  },
  /** How long a passed check is valid. */
  passedCheck: { validMinutes: 10 },
  password: {
    tries: 5,
    lockMinutes: 30,
    perIpAndTenMinutes: 60,
    /**
     * The lock after another one within a day, so that one network cannot use up the account's
     * limit by waiting for its lock to end.
     */
    repeatedLockMinutes: 12 * 60,
    /** The limit over all networks together. */
    account: { tries: 100, lockMinutes: 24 * 60 },
  },
  /**
   * The second step of a staff sign-in. Only someone who knows the password can reach its limit, so
   * it locks the account.
   */
  secondFactor: { ticketMinutes: 5, triesPerTicket: 5, tries: 50, lockMinutes: 24 * 60 },
  linkToken: { validMinutes: 15 },
  authorisation: { validMinutes: 10, ticketValidMinutes: 10 },
} as const
