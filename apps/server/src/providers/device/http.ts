import { providerCalls } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { DeviceVendor } from './port.ts'

export function createFirstDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (deviceId) => (await ask(providerCalls.deviceFirst.key, { deviceId })).deviceKey,
  }
}

export function createSecondDeviceVendor(ask: Ask): DeviceVendor {
  return {
    keyOf: async (blackBox) => (await ask(providerCalls.deviceSecond.key, { blackBox })).deviceKey,
  }
}
