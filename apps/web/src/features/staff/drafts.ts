/** What the staff area keeps of what was typed and begun; a sign-out forgets it. */
export const ADD_NAME_DRAFT = 'staff-add-name'
export const IMPORT_DRAFT = 'staff-import'
