import * as z from 'zod/mini'
import { captcha, password, phone, smsCode } from '#wire/fields.ts'
import { text, yesNo } from '#wire/wire.ts'

const EMPTY = z.object({})

/** Seconds until another code can be requested. */
const codeSent = z.object({ waitSeconds: z.int() })

/** Purposes of one-time codes other than signing in. */
export const codePurposes = [
  'loan',
  'payment',
  'agreement',
  'phone',
  'profile',
  'cancellation',
  'data-copy',
] as const

/** The ticked agreements, by the name of their page. */
export const agreed = z.array(z.string().check(z.regex(/^[\w-]{1,40}$/))).check(z.maxLength(5))

const captchaKey = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** The solution of the proof of work, where the captcha requires one. */
const proof = z.optional(z.int().check(z.minimum(0), z.maximum(2 ** 40)))

const signedIn = z.object({ outcome: z.literal('signedIn'), token: z.string(), isNew: z.boolean() })

/**
 * The payment app has identified the user, but no account is linked yet: the phone must be
 * confirmed first.
 */
const phoneNeeded = z.object({
  outcome: z.literal('phoneNeeded'),
  ticket: z.string(),
  maskedPhone: z.string(),
})

/** The device fingerprints of the two vendors, under their legacy wire names. */
export const deviceKeys = z.codec(
  z.object({ bqsDeviceKey: z.optional(z.string()), tdDeviceKey: z.optional(z.string()) }),
  z.custom<{ readonly first?: string | undefined; readonly second?: string | undefined }>(),
  {
    decode: ({ bqsDeviceKey, tdDeviceKey }) => ({ first: bqsDeviceKey, second: tdDeviceKey }),
    encode: ({ first, second }) => ({ bqsDeviceKey: first, tdDeviceKey: second }),
  },
)

const deviceKeysRequest = z.codec(
  z.strictObject({
    bqsDeviceId: text(128),
    tdBlackBox: text(2048),
    channelNo: z.string().check(z.regex(/^\d{10,12}$/)),
  }),
  z.custom<{
    readonly firstDeviceId: string
    readonly secondBlackBox: string
    readonly channel: string
  }>(),
  {
    decode: ({ bqsDeviceId, tdBlackBox, channelNo }) => ({
      firstDeviceId: bqsDeviceId,
      secondBlackBox: tdBlackBox,
      channel: channelNo,
    }),
    encode: ({ firstDeviceId, secondBlackBox, channel }) => ({
      bqsDeviceId: firstDeviceId,
      tdBlackBox: secondBlackBox,
      channelNo: channel,
    }),
  },
)

const currentUser = z.codec(
  z.object({ phoneNumber: z.string(), userID: z.string(), custNo: z.string() }),
  z.custom<{
    readonly maskedPhone: string
    readonly userId: string
    readonly customerNo: string
  }>(),
  {
    decode: ({ phoneNumber, userID, custNo }) => ({
      maskedPhone: phoneNumber,
      userId: userID,
      customerNo: custNo,
    }),
    encode: ({ maskedPhone, userId, customerNo }) => ({
      phoneNumber: maskedPhone,
      userID: userId,
      custNo: customerNo,
    }),
  },
)

export const terminalInfo = z.strictObject({
  appName: text(40),
  appType: z.literal('h5'),
  appVersion: text(20),
  lang: z.literal('CN'),
  systemVersion: text(80),
  terminalType: z.literal('h5'),
  productName: z.optional(text(40)),
  productType: z.optional(z.literal('loan')),
})

const degrees = z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,8})?$/))

export const environmentInfo = z.strictObject({
  userAgentCust: text(512),
  latiTude: z.optional(degrees),
  longiTude: z.optional(degrees),
  ip: z.optional(z.union([z.ipv4(), z.ipv6()])),
})

/** Sends to a typed phone or, with `hasMobileNo` N, to the phone of the session. */
const smsRequest = z.strictObject({
  dynamicType: z.literal('01'),
  hasMobileNo: yesNo,
  mobile: z.optional(phone),
  dynamicCodeType: z.optional(z.literal('04')),
  captchaKey: z.optional(captchaKey),
})

export const onboardingShapes = {
  newCaptcha: {
    /** The code in the landing page's link, so that an invalid link is reported at once. */
    request: z.strictObject({ gdCode: z.optional(text(64)) }),
    response: z.object({
      captchaKey: z.string(),
      image: z.string(),
      /** Required when many images are requested: see `proof-of-work`. */
      proofBits: z.optional(z.int()),
      /** Instead of an image, which is then empty: see `Puzzle`. */
      puzzle: z.optional(z.object({ salt: z.string(), challenge: z.string(), maxnumber: z.int() })),
    }),
  },
  checkCaptcha: {
    request: z.strictObject({
      dynamicType: z.literal('01'),
      captchaKey,
      imageCode: captcha,
      proof,
    }),
    response: EMPTY,
  },
  redeemLinkToken: {
    request: z.strictObject({ linkToken: text(128), mobile: z.optional(phone) }),
    response: signedIn,
  },
  sendSmsCode: { request: smsRequest, response: codeSent },
  sendSmsCodeAfterCaptcha: {
    request: z.strictObject({ mobile: phone, captchaKey, imageCode: captcha, proof }),
    response: codeSent,
  },
  sendPurposeCode: {
    request: z.strictObject({ purpose: z.enum(codePurposes) }),
    response: codeSent,
  },
  checkPurposeCode: {
    request: z.strictObject({ purpose: z.enum(codePurposes), dynamicCode: smsCode }),
    response: EMPTY,
  },
  signIn: {
    request: z.discriminatedUnion('by', [
      z.strictObject({
        by: z.literal('code'),
        mobile: phone,
        dynamicCode: smsCode,
        agreed,
        newPassword: z.optional(password),
      }),
      z.strictObject({ by: z.literal('password'), mobile: phone, password }),
      z.strictObject({ by: z.literal('authorisation'), authCode: text(128), state: text(128) }),
    ]),
    response: z.discriminatedUnion('outcome', [signedIn, phoneNeeded]),
  },
  currentUser: { request: z.strictObject({}), response: currentUser },
  maskedPhone: { request: z.strictObject({}), response: z.object({ mobile: z.string() }) },
  isOwnPhone: {
    request: z.strictObject({ mobile: phone }),
    response: z.object({ same: z.boolean() }),
  },
  registerThroughPartner: {
    request: z.discriminatedUnion('partner', [
      z.strictObject({
        partner: z.literal('wallet'),
        ticket: text(128),
        agreed,
        mobile: phone,
        dynamicCode: smsCode,
      }),
      z.strictObject({
        partner: z.literal('bank'),
        gdCode: text(64),
        agreed,
        mobile: phone,
        dynamicCode: smsCode,
      }),
    ]),
    response: signedIn,
  },
  isTestPhone: {
    request: z.strictObject({ mobile: phone }),
    response: z.object({ isTest: z.boolean() }),
  },
  startAuthorisation: {
    /** The link's `uriId` is sent as a common field, as with every call. */
    request: z.strictObject({ provider: z.enum(['wallet', 'messenger']) }),
    response: z.object({ location: z.string() }),
  },
  deviceKeys: { request: deviceKeysRequest, response: deviceKeys },
  saveTerminal: { request: z.strictObject({ terminalInfo, environmentInfo }), response: EMPTY },
  miniProgramLink: {
    request: z.strictObject({
      prodSubNo: z.enum(['103001', '101001', '900001']),
      ip: z.optional(z.union([z.ipv4(), z.ipv6()])),
    }),
    response: z.object({
      urlScheme: z.string(),
      /** A page of our own address that stands in for the mini program, in the sandbox. */
      page: z.optional(z.string()),
    }),
  },
  signPageUrl: {
    request: z.strictObject({ url: text(1024) }),
    response: z.object({
      appId: z.string(),
      timestamp: z.int(),
      nonceStr: z.string(),
      signature: z.string(),
    }),
  },
}
