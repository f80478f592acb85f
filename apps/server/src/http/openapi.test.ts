import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

/** Rules of the recommended set that make no sense here, and why. */
const NOT_FOR_US = {
  // The repository has its licence; a wire has none.
  'info-license': 'off',
  // A feature's name says what it is.
  'tag-description': 'off',
  // The one call that sends a browser onward answers 302 and nothing else.
  'operation-2xx-response': 'off',
} as const

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

it('the description of the calls is sound and complete', async () => {
  const { body } = await product.app.inject({ method: 'GET', url: '/openapi.json' })
  const config = await createConfig({ extends: ['recommended'], rules: NOT_FOR_US })
  const problems = await lintFromString({ source: body, config, absoluteRef: 'openapi.json' })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])

  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> }
  const rows = Object.values(calls).flatMap((feature): Call[] => Object.values(feature))
  for (const { path, method } of rows) expect(paths[path]).toHaveProperty(method.toLowerCase())
})

it('what is sealed is described as it is inside, with what every call may carry', async () => {
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
