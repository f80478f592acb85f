/** How often and how long, where people sign in. Chosen here and nowhere else. */
export const signInFigures = {
  captcha: { validMinutes: 5, perIpAndMinute: 60 },
  sms: {
    waitSeconds: 60,
    validMinutes: 5,
    tries: 5,
    perPhoneAndDay: 10,
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
  password: { tries: 5, lockMinutes: 30, perIpAndTenMinutes: 60 },
  linkToken: { validMinutes: 15 },
  authorisation: { validMinutes: 10, ticketValidMinutes: 10 },
} as const
