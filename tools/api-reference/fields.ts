/** The subset of JSON Schema that our shapes use. */
export type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly const?: string
}

/** The fields of an object on one line: `name`, `name?` if optional, `name[]` for an array. */
export function fieldsOf(schema: Schema): string {
  const options = schema.oneOf ?? schema.anyOf
  if (options) return options.map((option) => fieldsOf(option)).join(' **or** ')
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isNeeded = schema.required?.includes(name) ?? false
    return `\`${name}${field.type === 'array' ? '[]' : ''}${isNeeded ? '' : '?'}${valueOf(field)}\``
  })
  return fields.length === 0 ? 'nothing' : fields.join(' ')
}

/** Prints only the value of a discriminator; other details are in the shape. */
function valueOf(field: Schema): string {
  return field.const === undefined ? '' : `=${field.const}`
}
