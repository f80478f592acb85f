import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Segmented } from './choices.tsx'
import { Tabs } from '#layout/tabs.tsx'

afterEach(cleanup)

const terms = ['3', '6', '12'].map((value) => ({ value, label: `${value} 期` }))

function Terms() {
  const [value, setValue] = useState('6')
  return <Segmented label="期数" options={terms} value={value} onChange={setValue} />
}

function Filters() {
  const [value, setValue] = useState('3')
  return <Tabs id="terms" label="期数" tabs={terms} value={value} onChange={setValue} />
}

const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
const isSelected = (name: string) =>
  screen.getByRole('tab', { name }).getAttribute('aria-selected') === 'true'

describe('Segmented', () => {
  it('is a labelled group of radios', () => {
    render(<Terms />)
    expect(screen.getByRole('radiogroup', { name: '期数' })).toBeTruthy()
    expect(isChosen('6 期')).toBe(true)
  })

  it('is entered by Tab at the checked one and moved by arrow keys', async () => {
    render(<Terms />)
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '6 期' }))

    await userEvent.keyboard('{ArrowRight}')
    expect(isChosen('12 期')).toBe(true)
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(isChosen('3 期')).toBe(true)
  })

  it('Segmented is selected by a press', async () => {
    render(<Terms />)
    await userEvent.click(screen.getByText('12 期'))
    expect(isChosen('12 期')).toBe(true)
  })
})

describe('Tabs', () => {
  it('move and select by arrow keys with wrap-around, and by Home and End', async () => {
    render(<Filters />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(isSelected('12 期')).toBe(true)
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: '12 期' }))

    await userEvent.keyboard('{Home}')
    expect(isSelected('3 期')).toBe(true)
    await userEvent.keyboard('{End}')
    expect(isSelected('12 期')).toBe(true)
  })

  it('are one stop for the Tab key', async () => {
    render(<Filters />)
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.getAllByRole('tab')).not.toContain(document.activeElement)
  })
})
