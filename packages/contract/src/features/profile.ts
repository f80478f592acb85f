import * as z from 'zod/mini'
import { email, phone, smsCode } from '#wire/fields.ts'
import { localDate } from '#wire/figures.ts'
import { cardFields } from './identity.ts'
import { text, yesNo } from '#wire/wire.ts'

const choice = z.string().check(z.regex(/^\d{2}$/, { error: '请选择' }))
const district = z.string().check(z.regex(/^\d{6}$/, { error: '请选择所在地区' }))

export const contact = z.strictObject({ name: text(30), relation: choice, mobile: phone })

const basic = {
  marriage: choice,
  education: choice,
  district,
  address: text(120),
  email,
  contacts: z.array(contact).check(z.length(2)),
}

/** A mobile number, or a landline with its area code. */
export const companyPhone = z
  .string()
  .check(z.regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/, { error: '请输入正确的单位电话' }))

const company = {
  companyName: text(60),
  industry: choice,
  position: choice,
  income: choice,
  district,
  address: text(120),
  phone: companyPhone,
}

/** A partly filled form, saved so that another phone can continue it. */
const typed = z.optional(z.string().check(z.maxLength(120)))
const typedContact = z.strictObject({ name: typed, relation: typed, mobile: typed })
const basicTyped = {
  marriage: typed,
  education: typed,
  district: typed,
  address: typed,
  email: typed,
  contacts: z.optional(z.array(typedContact).check(z.maxLength(2))),
}
const companyTyped = {
  companyName: typed,
  industry: typed,
  position: typed,
  income: typed,
  district: typed,
  address: typed,
  phone: typed,
}

export type BasicInfo = z.output<z.ZodMiniObject<typeof basic>>
export type CompanyInfo = z.output<z.ZodMiniObject<typeof company>>
export type BasicDraft = z.output<z.ZodMiniObject<typeof basicTyped>>
export type CompanyDraft = z.output<z.ZodMiniObject<typeof companyTyped>>

/** The amendable parts of an identity; each requires the new card. */
export const amendments = ['name', 'idCard', 'issuer'] as const
export type Amendment = (typeof amendments)[number]

/** Reasons for an amendment; the app has the labels. */
export const amendmentReasons = ['renamed', 'renewed', 'lost', 'moved', 'misread', 'other'] as const
export type AmendmentReason = (typeof amendmentReasons)[number]

/** What changes, and why. Its number also identifies the face check for it. */
export type AmendmentRequest = { readonly what: Amendment; readonly reason: AmendmentReason }

export function amendmentNo({ what, reason }: AmendmentRequest): string {
  return `${what}-${reason}`
}

export function amendmentOf(text: string): AmendmentRequest | undefined {
  const [first, second, ...rest] = text.split('-')
  const what = amendments.find((one) => one === first)
  const reason = amendmentReasons.find((one) => one === second)
  return what && reason && rest.length === 0 ? { what, reason } : undefined
}

/** The parts of the profile that can be changed after the application was submitted. */
export const detailParts = ['home', 'email', 'contacts', 'company'] as const
export type DetailPart = (typeof detailParts)[number]

const { marriage, address, contacts } = basic
const contacted = { marriage, contacts }

/** A code of purpose `profile` confirms a change of details. */
const dynamicCode = smsCode

const changeNo = z.string().check(z.regex(/^[\w-]{8,64}$/))

/** The version of the form that was read before it was changed. */
const base = z.optional(z.string().check(z.maxLength(64)))

export const profileShapes = {
  save: {
    /**
     * A form is refused if it was changed since `base`. A draft has the changed fields only; an
     * empty one clears what is stored if `base` is the stored version.
     */
    request: z.discriminatedUnion('part', [
      z.strictObject({ part: z.literal('basic'), base, ...basic }),
      z.strictObject({ part: z.literal('company'), base, ...company }),
      z.strictObject({ part: z.literal('basicDraft'), base, ...basicTyped }),
      z.strictObject({ part: z.literal('companyDraft'), base, ...companyTyped }),
    ]),
    /**
     * The version of the form from now on. Absent if `base` was not the stored one: the form has
     * text that the caller has not read.
     */
    response: z.object({ version: z.optional(z.string()) }),
  },
  read: {
    /** Masked for display; in full for the form that edits it. */
    request: z.strictObject({ masked: yesNo }),
    response: z.object({
      basic: z.optional(z.object(basicTyped)),
      company: z.optional(z.object(companyTyped)),
      /** The names from province to district, for display. */
      basicDistrict: z.optional(z.string()),
      companyDistrict: z.optional(z.string()),
      /** The versions of the forms, for `base` of the next save; absent for a form never saved. */
      basicVersion: z.optional(z.string()),
      companyVersion: z.optional(z.string()),
      /** The forms were submitted: they are masked, and changed by `amend`. */
      isClosed: z.optional(z.boolean()),
    }),
  },
  amend: {
    request: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('read') }),
      /** Uses the newest photos read in this account. */
      z.strictObject({
        act: z.literal('change'),
        what: z.enum(amendments),
        reason: z.enum(amendmentReasons),
        ...cardFields,
      }),
      z.strictObject({ act: z.literal('changeHome'), district, address, dynamicCode }),
      z.strictObject({ act: z.literal('changeEmail'), email, dynamicCode }),
      z.strictObject({ act: z.literal('changeContacts'), ...contacted, dynamicCode }),
      z.strictObject({ act: z.literal('changeCompany'), ...company, dynamicCode }),
    ]),
    response: z.object({
      /** Nothing has changed yet: a face check is required first. */
      needsFace: z.optional(z.boolean()),
      /** Whether a new card can be submitted here; a pending application has its own form. */
      mayAmend: z.boolean(),
      /** How often each was changed within a year, and the day on which it can be changed again. */
      modCustNameCount: z.int(),
      modCustSignOrgCount: z.int(),
      changesMax: z.int(),
      nameOpensOn: z.optional(localDate),
      issuerOpensOn: z.optional(localDate),
      /** Whether the other details can be changed here: there are some, and no application is open. */
      mayAmendDetails: z.boolean(),
      details: z.array(
        z.object({
          part: z.enum(detailParts),
          count: z.int(),
          opensOn: z.optional(localDate),
        }),
      ),
    }),
  },
  startPhoneChange: {
    /**
     * By codes to both phones or, if the old one is lost, by name, face check and a code to the new
     * one.
     */
    request: z.strictObject({
      mobile: phone,
      way: z.enum(['bothPhones', 'identity']),
      /** Continues a started change: its codes are sent again. */
      changeNo: z.optional(changeNo),
    }),
    response: z.object({
      changeNo: z.string(),
      waitSeconds: z.int(),
      maskedOld: z.string(),
      maskedNew: z.string(),
      /** Without the old phone: what is verified already. `review`: a person looks at the face. */
      proven: z.optional(z.enum(['nothing', 'person', 'review', 'face'])),
    }),
  },
  confirmPhoneChange: {
    /** Ends every session of the customer, this one included. */
    request: z.strictObject({
      changeNo,
      newCode: smsCode,
      oldCode: z.optional(smsCode),
    }),
    response: z.object({ maskedPhone: z.string() }),
  },
  emails: {
    request: z.strictObject({}),
    response: z.object({
      /** Masked addresses that were used before. */
      emails: z.array(z.object({ emailNo: z.string(), masked: z.string() })),
    }),
  },
}
