import { line } from './line-icon.tsx'

// The icons of the first page; those of other screens are in `screen-icons.tsx`, and loaded later.
export const BackIcon = line('M15 5l-7 7 7 7')
export const CloseIcon = line('M6 6l12 12M18 6L6 18')
export const WarningIcon = line('M12 8v5M12 16.5v.01M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17z')
export const InfoIcon = line('M12 11.5v5M12 7.8v.01M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17z')
export const ClockIcon = line('M12 7.5V12l3 2M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17z')
export const EyeIcon = line(
  'M2.5 12c2.5-4.3 5.7-6.5 9.5-6.5s7 2.2 9.5 6.5c-2.5 4.3-5.7 6.5-9.5 6.5s-7-2.2-9.5-6.5zM12 9.3a2.7 2.7 0 110 5.4 2.7 2.7 0 010-5.4z',
)
export const EyeOffIcon = line(
  'M4 4l16 16M9.6 5.8c.8-.2 1.6-.3 2.4-.3 3.8 0 7 2.2 9.5 6.5-.8 1.4-1.7 2.6-2.7 3.5M15 17.9c-.95.4-1.95.6-3 .6-3.8 0-7-2.2-9.5-6.5 1.1-1.9 2.3-3.3 3.7-4.4M10.2 10a2.7 2.7 0 003.8 3.8',
)
export const RefreshIcon = line('M19.5 12a7.5 7.5 0 11-2.2-5.3M19.5 4v4h-4')
export const ShieldWarningIcon = line(
  'M12 3l7.5 2.8V11c0 5-3.2 8.2-7.5 10-4.3-1.8-7.5-5-7.5-10V5.8zM12 8v4.5M12 15.5v.01',
)
