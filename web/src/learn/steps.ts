// Made by scripts/web_data.py; do not edit.
export const STEPS = [
  {"name": "shedding.higher", "hand": "3r 4g 9b", "over": "6y", "want": [], "lesson": "shedding", "legal": ["play 9b"]},
  {"name": "shedding.lead", "hand": "3r 4g", "over": null, "want": ["play 4g", "play 3r"], "lesson": "shedding", "legal": ["play 3r", "play 4g"]},
  {"name": "shedding.last", "hand": "3r", "over": null, "want": [], "lesson": "shedding", "legal": ["play 3r"]},
  {"name": "sequences.higher", "hand": "2r 5g 6g 7g 8g Tr", "over": "4b 5b 6b", "want": [], "lesson": "sequences", "legal": ["play 5g 6g 7g", "play 6g 7g 8g"]},
  {"name": "sequences.long", "hand": "3y 4y 5y 6y 9b", "over": null, "want": ["play 3y 4y 5y 6y"], "lesson": "sequences", "legal": ["play 3y", "play 4y", "play 5y", "play 6y", "play 9b", "play 3y 4y 5y", "play 4y 5y 6y", "play 3y 4y 5y 6y"]},
  {"name": "stairs.higher", "hand": "6y 6g 7y 7g 9r Tb", "over": "4r 4b 5r 5b", "want": [], "lesson": "stairs", "legal": ["play 6y 6g 7y 7g"]},
  {"name": "stairs.long", "hand": "3r 4r 5r 3g 4g 5g 9b", "over": null, "want": ["play 3r 3g 4r 4g 5r 5g"], "lesson": "stairs", "legal": ["play 3r", "play 3g", "play 4r", "play 4g", "play 5r", "play 5g", "play 9b", "play 3r 3g 4r 4g", "play 4r 4g 5r 5g", "play 3r 4r 5r", "play 3g 4g 5g", "play 3r 3g 4r 4g 5r 5g"]},
  {"name": "courts.gap", "hand": "2b 7g 9g J", "over": "4r 5r 6r", "want": ["play 7g J=8g 9g"], "lesson": "courts", "legal": ["play 7g J=8g 9g"]},
  {"name": "courts.readings", "hand": "6b 7b J Q", "over": null, "want": ["play 6b 7b J=8b Q=9b", "play J=5b 6b 7b Q=8b", "play J=4b Q=5b 6b 7b", "play J=6r 6b Q=7r 7b"], "lesson": "courts", "legal": ["play 6b", "play 7b", "play J", "play Q", "play J=6r 6b Q=7r 7b", "play J=4b Q=5b 6b", "play J=5b 6b 7b", "play Q=5b 6b 7b", "play J=5b Q=6b 7b", "play J=5b 6b Q=7b", "play 6b 7b J=8b", "play 6b 7b Q=8b", "play J=6b 7b Q=8b", "play 6b J=7b Q=8b", "play 7b J=8b Q=9b", "play J=4b Q=5b 6b 7b", "play J=5b 6b 7b Q=8b", "play 6b 7b J=8b Q=9b", "play J Q"]},
  {"name": "bombs.run", "hand": "3r 4g 5y 7g 9b J Q", "over": "8y 9y Ty", "want": ["play 3r 5y 7g 9b", "play J Q"], "lesson": "bombs", "legal": ["play 3r 5y 7g 9b", "play J Q"]},
  {"name": "bombs.bomb", "hand": "5r Q K", "over": "J Q", "want": ["play Q K"], "lesson": "bombs", "legal": ["play Q K"]}
] as const
