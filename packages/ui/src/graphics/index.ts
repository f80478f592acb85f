export { BackIcon, ClockIcon, CloseIcon, InfoIcon, RefreshIcon, WarningIcon } from './icons.tsx'
export {
  BagIcon,
  CalendarIcon,
  CallIcon,
  CameraIcon,
  CardIcon,
  CheckIcon,
  ChevronIcon,
  DocumentIcon,
  DownloadIcon,
  ExternalIcon,
  FallIcon,
  HeadsetIcon,
  HomeIcon,
  MinusIcon,
  PersonIcon,
  PhoneIcon,
  PictureIcon,
  PlusIcon,
  PostponeIcon,
  RiseIcon,
  SealIcon,
  SettingsIcon,
  SearchIcon,
  ShieldIcon,
  SpeechIcon,
  TicketIcon,
  TurnIcon,
} from './screen-icons.tsx'
export { EmptyDrawing, OfflineDrawing } from './blank-illustrations.tsx'
export { GrantedDrawing, RefusedDrawing, SettledDrawing, WaitingDrawing } from './illustrations.tsx'
export { Mark, PartnerMark } from './mark.tsx'
