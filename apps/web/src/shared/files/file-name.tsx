import { partsOfName } from './usable-file.ts'

/** Of the name before its extension, these last characters are always visible. */
const KEPT = 2

/**
 * The name of a file on its tile. If it does not fit, its middle is left out: its beginning and its end
 * with the extension are visible. A tap on the tile shows it in full.
 */
export function FileName({ fileName }: { fileName: string }) {
  const { stem, ending } = partsOfName(fileName)
  const characters = Array.from(stem)
  const beginning = characters.slice(0, -KEPT).join('')
  return (
    <p className="file-name caption" title={fileName}>
      {beginning !== '' && <span className="file-name-beginning">{beginning}</span>}
      <span>
        {characters.slice(-KEPT).join('')}
        {ending}
      </span>
    </p>
  )
}
