/** Documents are served under single-use links: `/papers/<token>`. */
export const PAPERS_PATH = '/papers'
