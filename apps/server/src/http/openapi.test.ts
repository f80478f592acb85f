import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { startProductForFile, startTestProduct } from '#testing/product.ts'

type Operation = {
  readonly operationId?: string
  readonly summary?: string
  readonly security?: readonly Record<string, unknown>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Record<string, unknown>
}
type Description = {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly securitySchemes: Record<string, unknown> }
}

const product = startProductForFile()

it('the OpenAPI description is valid and lists every call', async () => {
  const { body } = await product.app.inject({ method: 'GET', url: '/openapi.json' })
  expect(await new Validator().validate(JSON.parse(body))).toEqual({ valid: true })

  const description = JSON.parse(body) as Description
  const { paths } = description
  expect(problemsOf(description)).toEqual([])
  const rows = Object.values(allCalls).flatMap((feature): Call[] => Object.values(feature))
  for (const { path, method } of rows) expect(paths[path]).toHaveProperty(method.toLowerCase())
})

/** What the schema of OpenAPI leaves open. */
function problemsOf({ paths, components }: Description): string[] {
  const ids = new Set<string>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const { operationId = '', summary, security = [], parameters = [], responses } = operation
      const isRepeated = ids.has(operationId)
      ids.add(operationId)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      const schemes = security.flatMap((one) => Object.keys(one))
      const faults = [
        operationId === '' || isRepeated ? 'needs an operationId of its own' : '',
        summary ? '' : 'needs a summary',
        inPath.join() === described.join() ? '' : 'describes other parameters than its path has',
        schemes.every((name) => name in components.securitySchemes)
          ? ''
          : 'names an unknown security scheme',
        Object.keys(responses).some((status) => status.startsWith('4'))
          ? ''
          : 'describes no refusal',
      ]
      return faults.filter(Boolean).map((fault) => `${method} ${path} ${fault}`)
    }),
  )
}

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
