/** Papers lie behind links of their own, good once: `/papers/<token>`. */
export const PAPERS_PATH = '/papers'
