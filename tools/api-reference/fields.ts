/** As much of JSON Schema as our shapes use. */
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

/** The fields of an object on one line: `name`, `name?` where it may be left out, `name[]` for several. */
export function fieldsOf(schema: Schema): string {
  const options = schema.oneOf ?? schema.anyOf
  if (options) return options.map((option) => fieldsOf(option)).join(' **or** ')
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isNeeded = schema.required?.includes(name) ?? false
    return `\`${name}${field.type === 'array' ? '[]' : ''}${isNeeded ? '' : '?'}${valueOf(field)}\``
  })
  return fields.length === 0 ? 'nothing' : fields.join(' ')
}

/** What tells one form of a question from another is said; the rest stands in the shape. */
function valueOf(field: Schema): string {
  return field.const === undefined ? '' : `=${field.const}`
}
