import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { DeviceVendor } from './port.ts'

export function createFirstDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (deviceId) => (await ask(providerCalls.deviceFirst.key, { deviceId })).deviceKey,
    riskOf: async (device) => (await ask(providerCalls.deviceFirst.risk, device)).score,
  }
}

export function createSecondDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (blackBox) => (await ask(providerCalls.deviceSecond.key, { blackBox })).deviceKey,
    riskOf: async (device) => (await ask(providerCalls.deviceSecond.risk, device)).score,
  }
}
