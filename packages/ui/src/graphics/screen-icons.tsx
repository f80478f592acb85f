import { line } from './line-icon.tsx'

export const ChevronIcon = line('M9.5 6l6 6-6 6')
export const CheckIcon = line('M5 12.5l4.5 4.5L19 7.5')
export const CameraIcon = line(
  'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10a3.3 3.3 0 110 6.6 3.3 3.3 0 010-6.6z',
)
export const HeadsetIcon = line(
  'M5 13v-1a7 7 0 0114 0v1M5 13h2.5v5H6a1 1 0 01-1-1zM19 13h-2.5v5H18a1 1 0 001-1zM18 18c0 2-2 3-4.5 3',
)
export const CardIcon = line('M3.5 6h17v12.5h-17zM3.5 10h17M7 15h3')
export const CalendarIcon = line('M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7')
export const DocumentIcon = line('M6 3.5h8.5L18.5 8v12.5H6zM14 3.5V8.5h4.5M9 12.5h6M9 16h6')
export const ShieldIcon = line(
  'M12 3l7.5 2.8V11c0 5-3.2 8.2-7.5 10-4.3-1.8-7.5-5-7.5-10V5.8zM8.5 11.8l2.5 2.5 4.5-5',
)
export const PhoneIcon = line(
  'M7.5 2.5h9a1 1 0 011 1v17a1 1 0 01-1 1h-9a1 1 0 01-1-1v-17a1 1 0 011-1zM10.5 18.5h3',
)
export const DownloadIcon = line('M12 4v12M6.5 11l5.5 5.5 5.5-5.5M5 20.5h14')
export const ExternalIcon = line('M13.5 4.5h6v6M19.5 4.5l-8.5 8.5M10 6H5v13h13v-5')
export const PencilIcon = line('M5 19l.8-3.5L16 5.3l2.7 2.7L8.5 18.2z')
export const SearchIcon = line('M10.5 4.5a6 6 0 110 12 6 6 0 010-12zM15 15l5 5')
export const TicketIcon = line(
  'M3.5 7h17v3.2a1.9 1.9 0 000 3.6V17h-17v-3.2a1.9 1.9 0 000-3.6zM14 9.5v5',
)
export const SettingsIcon = line(
  'M4 7h8M16 7h4M4 17h4M12 17h8M14 5a2 2 0 110 4 2 2 0 010-4zM10 15a2 2 0 110 4 2 2 0 010-4z',
)
export const CallIcon = line(
  'M6 4h3.5l1.8 4.5-2.3 1.6a11 11 0 004.9 4.9l1.6-2.3L20 14.500V18a2 2 0 01-2 2C10.800 20 4 13.200 4 6a2 2 0 012-2z',
)
export const RiseIcon = line('M4 18l6-6 3.5 3.5L20 8M15 7.5h5v5')
export const FallIcon = line('M4 7l6 6 3.5-3.5L20 17M15 17.5h5v-5')
export const SealIcon = line(
  'M12 3.5a6 6 0 110 12 6 6 0 010-12zM8.5 14.5L7.5 21l4.5-2 4.5 2-1-6.5M9.8 9.5l1.6 1.6 2.8-3.2',
)
export const SpeechIcon = line(
  'M4 5h16v11.5H11L7 20v-3.5H4zM8.5 10.8h.01M12 10.8h.01M15.5 10.8h.01',
)
export const PostponeIcon = line(
  'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7M9.5 15.3h5M12.5 13l2.3 2.3-2.3 2.3',
)
export const PersonIcon = line('M12 4a4 4 0 110 8 4 4 0 010-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6')
export const BagIcon = line('M5 8.5h14l-1 12H6zM8.5 8.5V7a3.5 3.5 0 017 0v1.5')
export const HomeIcon = line('M4 11l8-7 8 7v9.5H14.5V14.5h-5v6H4z')
export const PlusIcon = line('M12 5v14M5 12h14')
export const MinusIcon = line('M5 12h14')
export const TurnIcon = line('M4 10h10v10H4zM11 5h3a5 5 0 015 5v2.5M16.5 10l2.5 2.5 2.5-2.5')
export const PictureIcon = line(
  'M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 2.5-2.5L20 17M15.5 8.5a1 1 0 110 2 1 1 0 010-2z',
)
