import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Gallery } from './gallery.tsx'

afterEach(cleanup)

describe('Gallery', () => {
  it('shows every section in light and in dark', () => {
    const { container } = render(<Gallery />)
    const sections = container.querySelectorAll('.gallery-section')
    expect(sections.length).toBeGreaterThan(10)
    for (const section of sections) {
      expect(
        section.querySelectorAll('[data-theme="light"] .gallery-story').length,
      ).toBeGreaterThan(0)
      expect(section.querySelectorAll('[data-theme="dark"] .gallery-story').length).toBeGreaterThan(
        0,
      )
    }
  })

  it('names every button', () => {
    render(<Gallery />)
    for (const button of screen.getAllByRole('button')) {
      expect(button.getAttribute('aria-label') ?? button.textContent, button.outerHTML).not.toBe('')
    }
  })

  it('labels every field', () => {
    const { container } = render(<Gallery />)
    for (const label of container.querySelectorAll<HTMLElement>('label.field-label')) {
      expect(within(container).getAllByLabelText(label.textContent).length).toBeGreaterThan(0)
    }
  })
})
