import { SearchIcon } from '@qingzhou/ui/graphics'
import { TextField } from '@qingzhou/ui/inputs'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder: string
}

const LENGTH_MAX = 20

/** A field that filters what is below it while typing. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextField
      {...props}
      type="search"
      inputMode="search"
      leading={<SearchIcon size={20} />}
      maxLength={LENGTH_MAX}
      clearable
    />
  )
}
