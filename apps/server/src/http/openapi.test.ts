import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

/** Rules of the recommended set that do not apply here, and why. */
const DISABLED_RULES = {
  // The licence is that of the repository.
  'info-license': 'off',
  // The name of a feature describes it sufficiently.
  'tag-description': 'off',
  // The redirect call answers only 302.
  'operation-2xx-response': 'off',
} as const

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

it('the OpenAPI description is valid and lists every call', async () => {
  const { body } = await product.app.inject({ method: 'GET', url: '/openapi.json' })
  const config = await createConfig({ extends: ['recommended'], rules: DISABLED_RULES })
  const problems = await lintFromString({ source: body, config, absoluteRef: 'openapi.json' })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])

  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> }
  const rows = Object.values(calls).flatMap((feature): Call[] => Object.values(feature))
  for (const { path, method } of rows) expect(paths[path]).toHaveProperty(method.toLowerCase())
})

it('a sealed body is described by its decrypted content, including the common fields', async () => {
  const { body } = await product.app.inject({ method: 'GET', url: '/openapi.json' })
  const { path } = calls.onboarding.isOwnPhone
  expect(JSON.parse(body)).toMatchObject({
    paths: {
      [path]: {
        post: {
          security: [{ session: [] }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    encryptedData: {
                      contentSchema: {
                        properties: { mobile: { type: 'string' }, token: { type: 'string' } },
                        required: ['mobile'],
                        additionalProperties: false,
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
})

it('the description is served only where it is wanted', async () => {
  const without = await startTestProduct({ OPENAPI: 'off' })
  try {
    const { statusCode } = await without.app.inject({ method: 'GET', url: '/openapi.json' })
    expect(statusCode).toBe(404)
  } finally {
    await without.stop()
  }
})
