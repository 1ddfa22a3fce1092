/** Whether all words are there: what is shown before has its words as soon as they come. */
export const loaded = $state({ all: false })
