import { lender } from '@qingzhou/platform/config/brand'
import * as z from 'zod/mini'
import type { Call } from '@qingzhou/contract/calls'
import { codeMsgEnvelope, commonFields, statusInfo } from '@qingzhou/contract/wire/envelope'
import type { Endpoint } from './endpoints.ts'

type Schema = { readonly [name: string]: unknown }

/** The OpenAPI description of every call, generated from the shapes. */
export function openApiOf(endpoints: readonly Endpoint[], version: string) {
  const paths: Record<string, Schema> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint.call
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: lender.product, version, description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints.map(featureOf))].map((name) => ({ name })),
    paths,
    components: { securitySchemes },
  }
}

const INTRODUCTION = `Bodies of sealed calls travel encrypted: what \`contentSchema\` describes is made
ASCII JSON with a \`timestamp\`, cut into blocks of 234 characters, each under the published RSA key,
or sealed under a random key that is itself under that key. A call for signed-in callers needs the
\`token\` in the body and the HttpOnly cookie that belongs to it.`

/** The session cookies of borrowers and staff. */
const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'qz_session' },
  staff: { type: 'apiKey', in: 'cookie', name: 'qz_staff' },
}

function operationOf(endpoint: Endpoint): Schema {
  const { name, call } = endpoint
  return {
    operationId: name,
    summary: name,
    tags: [featureOf(endpoint)],
    security: securityOf(call),
    ...(call.method === 'GET' ? { parameters: parametersOf(endpoint) } : requestOf(endpoint)),
    responses: responsesOf(endpoint),
  }
}

function securityOf({ access }: Call): Schema[] {
  if (access === 'public') return []
  return access === 'staff' ? [{ staff: [] }] : [{ session: [] }]
}

function featureOf({ name }: Endpoint): string {
  return name.split('.')[0] ?? name
}

function parametersOf({ shape }: Endpoint): Schema[] {
  const { properties = {}, required = [] } = schemaOf(shape.request) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestOf({ shape, call }: Endpoint): Schema {
  const content = withCommonFields(schemaOf(shape.request))
  const schema = call.body === 'plain' ? content : sealedSchema(content, call.body === 'hybrid')
  return {
    parameters: [
      { name: 'X-Requested-With', in: 'header', required: true, schema: { type: 'string' } },
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
  }
}

function sealedSchema(contentSchema: Schema, needsKey: boolean): Schema {
  return {
    type: 'object',
    properties: {
      encryptedData: { type: 'string', contentMediaType: 'application/json', contentSchema },
      ms_encryptedKey: { type: 'string' },
    },
    required: needsKey ? ['encryptedData', 'ms_encryptedKey'] : ['encryptedData'],
    additionalProperties: false,
  }
}

function responsesOf({ call, shape }: Endpoint): Schema {
  const refused = { description: 'Turned away, or not possible just now.' }
  if (call.answer === 'redirect') return { '302': { description: 'Onward.' }, '4XX': refused }
  if (call.answer === 'pixel') {
    const content = { 'image/gif': { schema: { type: 'string', format: 'binary' } } }
    return { '200': { description: 'A pixel.', content }, '4XX': refused }
  }
  const answer = schemaOf(shape.response)
  const envelope =
    call.envelope === 'codeMsg'
      ? [schemaOf(codeMsgEnvelope), { properties: { data: answer } }]
      : [{ type: 'object', properties: { statusInfo: schemaOf(statusInfo) } }, loose(answer)]
  const content = { 'application/json': { schema: { allOf: envelope } } }
  return { '200': { description: 'The answer, or a refusal.', content }, '4XX': refused }
}

/** The wire side of a codec. Values that only code can check are unconstrained here. */
function schemaOf(schema: z.ZodMiniType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const common = (schemaOf(commonFields) as { properties: Schema }).properties

function withCommonFields(schema: Schema): Schema {
  for (const union of ['anyOf', 'oneOf'] as const) {
    const options = schema[union]
    if (Array.isArray(options)) return { ...schema, [union]: options.map(withCommonFields) }
  }
  return { ...schema, properties: { ...common, ...(schema['properties'] as Schema) } }
}

/** Removes `additionalProperties`: the response has `statusInfo` beside its own fields. */
function loose(schema: Schema): Schema {
  const { additionalProperties: _, ...rest } = schema
  return rest
}
