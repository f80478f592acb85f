const paths = {
  home: 'M2.5 7 8 2.5 13.5 7v6.5h-4V10h-3v3.5h-4z',
  inbox: 'M2.5 9.5 4 3h8l1.5 6.5v4h-11zM2.5 9.5h3l1 2h3l1-2h3',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.5 14c.5-3 2.5-4.2 5.5-4.2s5 1.2 5.5 4.2',
  check: 'M3 8.5 6.5 12 13 4.5',
  document: 'M4 2h5l3 3v9H4zM9 2v3h3M6 8.5h4M6 11h4',
  alert: 'M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4zM6 8l1.5 1.5L10.2 6.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 13.5 13.5',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3l2 1.5',
  lock: 'M4 7.5h8V13H4zM5.5 7.5V5.5a2.5 2.5 0 0 1 5 0v2',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  again: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  save: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  book: 'M3 3h4.2c.5 0 .8.4.8.8V13c0-.5-.4-.8-.8-.8H3zM13 3H8.8c-.5 0-.8.4-.8.8V13c0-.5.4-.8.8-.8H13z',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.3V11M8 5v.1',
  theme: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 2v12',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
