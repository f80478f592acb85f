import { storedChoice } from './stored-choice.ts'

export type Language = 'zh' | 'en'

export const language = storedChoice<Language>('consoleLanguage', ['zh', 'en'])

export function toggleLanguage(): void {
  language.set(language.current() === 'zh' ? 'en' : 'zh')
  document.documentElement.lang = language.current() === 'zh' ? 'zh-CN' : 'en'
}
