import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { SearchIcon } from '@qingzhou/ui/icons'
import { TextField } from '@qingzhou/ui/text-field'

export interface NameSearchProps {
  searched: string
  onSearch: (search: string) => void
}

/** Looks when asked, not at every key: each look at a customer is put on record. */
export function NameSearch({ searched, onSearch }: NameSearchProps) {
  const [typed, setTyped] = useState(searched)
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    setShown(searched)
    setTyped(searched)
  }

  function change(value: string) {
    setTyped(value)
    if (value === '') onSearch('')
  }

  return (
    <Form onSubmit={() => onSearch(typed.trim())} label="查询">
      <TextField
        label="查询名单"
        type="search"
        value={typed}
        onChange={change}
        maxLength={60}
        placeholder="姓名、证件、手机、单位"
        autoComplete="off"
        clearable
        beside={
          <Button type="submit" kind="quiet" fit label="查询">
            <SearchIcon size={20} />
          </Button>
        }
      />
    </Form>
  )
}
