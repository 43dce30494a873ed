"""The values that pass between tables and the bank, and what they may ask of it. Neither knows the other.

Money moves by postings, in cents; here what a won bet comes to:

>>> bet = Posting(source=player(7), target=STAKE, cents=10_00, kind=PostingKind.BET, seat=1)
>>> back = Posting(source=STAKE, target=player(7), cents=10_00, kind=PostingKind.STAKE_RETURNED, seat=1)
>>> won = Posting(source=HOUSE, target=player(7), cents=10_00, kind=PostingKind.WINNINGS, seat=1)
>>> sum(p.cents * ((p.target == player(7)) - (p.source == player(7))) for p in (bet, back, won))
1000
"""

from engine.saved.bank import (
    HouseBank,
    PersonalRecords,
    PublicBank,
    SharedBank,
    TableBank,
    Turn,
    UncountedRounds,
)
from engine.saved.changes import Change
from engine.saved.daily import DailyBank, DailyBoard, DailyGame, DailyStanding
from engine.saved.errors import (
    ChannelTaken,
    DoesNotFit,
    DonorRefuses,
    InsufficientFunds,
    OutcomeUnknown,
    PlayedElsewhere,
    StillPlaying,
    StorageTrouble,
)
from engine.saved.money import (
    DONOR,
    GIFT,
    HOUSE,
    STAKE,
    Account,
    AccountKind,
    Balances,
    Posting,
    PostingKind,
    Wallet,
    player,
)
from engine.saved.played import (
    BalancePoint,
    BiggestWin,
    CountedRound,
    Counts,
    Ending,
    Gift,
    History,
    Honour,
    HonourSearch,
    HonoursFound,
    KeptMove,
    KeptRound,
    Leaderboard,
    PlayedRound,
    RankedPage,
    SettledOnce,
    Standing,
    Statistics,
)
from engine.saved.printing import without
from engine.saved.rounds import DealtSeat, EndedRound, SeatMoney, SeatResult, SettledRound
from engine.saved.settings import SavedSettings, SettingChange
from engine.saved.shoes import (
    KeptShoe,
    RevealedShoe,
    SavedShoe,
    ShoeEnd,
    ShoeRound,
    Shoes,
)
from engine.saved.skill import JudgedSeat, Skill, SkillBank, SkillBoard, SkillStanding
from engine.saved.tables import OpenTable, SavedSeat, SavedTable, ToWallTime

__all__ = [
    "DONOR",
    "GIFT",
    "HOUSE",
    "STAKE",
    "Account",
    "AccountKind",
    "BalancePoint",
    "Balances",
    "BiggestWin",
    "Change",
    "ChannelTaken",
    "CountedRound",
    "Counts",
    "DailyBank",
    "DailyBoard",
    "DailyGame",
    "DailyStanding",
    "DealtSeat",
    "DoesNotFit",
    "DonorRefuses",
    "EndedRound",
    "Ending",
    "Gift",
    "History",
    "Honour",
    "HonourSearch",
    "HonoursFound",
    "HouseBank",
    "InsufficientFunds",
    "JudgedSeat",
    "KeptMove",
    "KeptRound",
    "KeptShoe",
    "Leaderboard",
    "OpenTable",
    "OutcomeUnknown",
    "PersonalRecords",
    "PlayedElsewhere",
    "PlayedRound",
    "Posting",
    "PostingKind",
    "PublicBank",
    "RankedPage",
    "RevealedShoe",
    "SavedSeat",
    "SavedSettings",
    "SavedShoe",
    "SavedTable",
    "SeatMoney",
    "SeatResult",
    "SettingChange",
    "SettledOnce",
    "SettledRound",
    "SharedBank",
    "ShoeEnd",
    "ShoeRound",
    "Shoes",
    "Skill",
    "SkillBank",
    "SkillBoard",
    "SkillStanding",
    "Standing",
    "Statistics",
    "StillPlaying",
    "StorageTrouble",
    "TableBank",
    "ToWallTime",
    "Turn",
    "UncountedRounds",
    "Wallet",
    "player",
    "without",
]
