import { providerCalls } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Ask } from './signed-http.ts'
import type { SmsSender } from './sms/port.ts'
import type { MailSender } from './mail/port.ts'
import type { FaceJudge } from './face/port.ts'
import type { IdCheck } from './id-check/port.ts'
import type { IpLookUp } from './ip/port.ts'
import type { DeviceVendor, DeviceVendors } from './device/port.ts'

export function createSmsSender(ask: Ask): SmsSender {
  return {
    async send({ messageId, phone, text, template, parameters }) {
      const call = providerCalls.sms.send
      const form = template === undefined ? {} : { template, parameters }
      const { accepted } = await ask(call, { messageId, phone, text, ...form })
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
    // The gateway sends a message number once, so the message may be sent again.
    has: async () => false,
  }
}

export function createMailSender(ask: Ask): MailSender {
  return {
    async send({ attachments = [], ...message }) {
      const call = providerCalls.mail.send
      const documents = attachments.map(({ name, pdf }) => ({
        name,
        contentType: 'application/pdf' as const,
        content: pdf.toString('base64'),
      }))
      const mail = { ...message, attachments: documents }
      const { accepted } = await ask(call, mail)
      if (!accepted) throw new ProviderFault(call.path, 'not accepted')
    },
  }
}

export function createFaceJudge(ask: Ask): FaceJudge {
  return {
    judge: ({ idNumber, portrait, frames, actions }) =>
      ask(providerCalls.face.judge, {
        idNumber,
        portrait: portrait.toString('base64'),
        frames: frames.map((frame) => frame.toString('base64')),
        actions: [...actions],
      }),
  }
}

export function createIdCheck(ask: Ask): IdCheck {
  return {
    verify: async (person) => (await ask(providerCalls.idCheck.verify, person)).result,
  }
}

export function createIpLookUp(ask: Ask): IpLookUp {
  return {
    lookUp: (ip) => ask(providerCalls.ip.lookUp, { ip }),
  }
}

export function createDeviceVendors(first: Ask, second: Ask): DeviceVendors {
  return { first: createFirstDeviceVendor(first), second: createSecondDeviceVendor(second) }
}

function createFirstDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (deviceId) => (await ask(providerCalls.deviceFirst.key, { deviceId })).deviceKey,
    riskOf: async (device) => (await ask(providerCalls.deviceFirst.risk, device)).score,
  }
}

function createSecondDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (blackBox) => (await ask(providerCalls.deviceSecond.key, { blackBox })).deviceKey,
    riskOf: async (device) => (await ask(providerCalls.deviceSecond.risk, device)).score,
  }
}
