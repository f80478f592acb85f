import * as z from 'zod/mini'
import { email, phone } from './fields.ts'
import { text, yesNo } from './wire.ts'

const choice = z.string().check(z.regex(/^\d{2}$/, { error: '请选择' }))
const district = z.string().check(z.regex(/^\d{6}$/, { error: '请选择所在地区' }))

const contact = z.strictObject({ name: text(30), relation: choice, mobile: phone })

const basic = {
  marriage: choice,
  education: choice,
  district,
  address: text(120),
  email,
  contacts: z.array(contact).check(z.length(2)),
}

/** A mobile number, or a line with its area code. */
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

/** Half a form, as far as it was typed: kept so that another phone can go on with it. */
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

export const profileShapes = {
  save: {
    request: z.discriminatedUnion('part', [
      z.strictObject({ part: z.literal('basic'), ...basic }),
      z.strictObject({ part: z.literal('company'), ...company }),
      z.strictObject({ part: z.literal('basicDraft'), ...basicTyped }),
      z.strictObject({ part: z.literal('companyDraft'), ...companyTyped }),
    ]),
    response: z.object({}),
  },
  read: {
    /** Masked for looking at; in full for the form that edits it. */
    request: z.strictObject({ masked: yesNo }),
    response: z.object({
      basic: z.optional(z.object(basicTyped)),
      company: z.optional(z.object(companyTyped)),
      /** The district's names, from province to district, for showing. */
      basicDistrict: z.optional(z.string()),
      companyDistrict: z.optional(z.string()),
    }),
  },
  emails: {
    request: z.strictObject({}),
    response: z.object({
      /** Addresses that something was sent to before, masked. */
      emails: z.array(z.object({ emailNo: z.string(), masked: z.string() })),
    }),
  },
}
