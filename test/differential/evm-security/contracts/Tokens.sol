// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/* Tokens that the probe is tried on: traps of many kinds, and healthy tokens that look like some of them. */

contract Wrapped {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return transferFrom(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public returns (bool) {
        if (from != msg.sender && allowance[from][msg.sender] != type(uint256).max) {
            allowance[from][msg.sender] -= amount;
        }
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

interface IPair {
    function getReserves() external view returns (uint112, uint112, uint32);
    function token0() external view returns (address);
    function swap(uint256, uint256, address, bytes calldata) external;
}

/// What all of them have in common. `p` and `q` say how much of a mode.
abstract contract Common {
    uint256 public mode;
    uint256 public p;
    uint256 public q;
    uint8 public decimals;
    uint256 public totalSupply;
    address public owner;
    address public pair;
    uint256 public bornBlock;
    uint256 public bornTime;
    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) internal allowed;
    mapping(address => bool) internal listed;
    mapping(address => uint256) internal sinceTime;
    mapping(address => uint256) internal sinceBlock;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed holder, address indexed spender, uint256 amount);

    error Closed(uint256 code);

    constructor(uint256 mode_, uint256 p_, uint256 q_, uint8 decimals_, uint256 supply) {
        (mode, p, q, decimals, totalSupply) = (mode_, p_, q_, decimals_, supply);
        (owner, bornBlock, bornTime) = (msg.sender, block.number, block.timestamp);
        held[msg.sender] = supply;
    }

    function setPair(address at) external {
        require(msg.sender == owner);
        pair = at;
    }

    function setListed(address who, bool isListed) external {
        require(msg.sender == owner);
        listed[who] = isListed;
    }

    function renounce() external {
        require(msg.sender == owner);
        owner = address(0);
    }

    function balanceOf(address who) public view virtual returns (uint256) {
        return held[who];
    }

    function allowance(address holder, address spender) public view virtual returns (uint256) {
        return allowed[holder][spender];
    }

    function approve(address spender, uint256 amount) public virtual returns (bool) {
        allowed[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) public virtual returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public virtual returns (bool) {
        _spend(from, amount);
        return _move(from, to, amount);
    }

    function _spend(address from, uint256 amount) internal {
        if (allowed[from][msg.sender] == type(uint256).max) return;
        require(allowed[from][msg.sender] >= amount, "allowance");
        allowed[from][msg.sender] -= amount;
    }

    function _move(address from, address to, uint256 amount) internal virtual returns (bool);

    /// Moves `amount`, of which `tax` goes to `taker`.
    function _plain(address from, address to, uint256 amount, uint256 tax, address taker) internal {
        require(held[from] >= amount, "balance");
        held[from] -= amount;
        held[to] += amount - tax;
        if (tax > 0) held[taker] += tax;
        emit Transfer(from, to, amount - tax);
    }

    function _isFree(address from, address to) internal view returns (bool) {
        return from == owner || to == owner || pair == address(0);
    }
}

contract Trap is Common {
    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s) Common(m, p_, q_, d, s) {}

    function balanceOf(address who) public view override returns (uint256) {
        uint256 own = held[who];
        if (mode == 13 && who != pair && who != owner) {
            if (q == 0) return own + p; // everyone seems to have some
            if (q == 1) return msg.sender == pair ? own : own * 3 + (own == 0 ? 0 : p); // more than there is
            return own == 0 ? p : own;
        }
        if (mode == 20 && sinceBlock[who] != 0 && block.number > sinceBlock[who]) {
            uint256 halvings = (block.number - sinceBlock[who]) / p;
            return halvings > 255 ? 0 : own >> halvings;
        }
        return own;
    }

    function approve(address spender, uint256 amount) public override returns (bool) {
        if (mode == 11 && msg.sender != owner) {
            emit Approval(msg.sender, spender, amount);
            if (q == 1) allowed[msg.sender][spender] = 1;
            return true;
        }
        if (mode == 24 && msg.sender != owner) revert("approve is off");
        return super.approve(spender, amount);
    }

    function allowance(address holder, address spender) public view override returns (uint256) {
        if (mode == 11 && q == 2) return type(uint256).max;
        return super.allowance(holder, spender);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (mode == 7 && from != owner && (q == 0 || to == pair)) revert("TransferHelper: TRANSFER_FROM_FAILED");
        return super.transferFrom(from, to, amount);
    }

    function _refuse() internal view returns (bool) {
        uint256 how = q % 5;
        if (how == 0) revert("not now");
        if (how == 1) revert();
        if (how == 2) revert Closed(p);
        if (how == 3) {
            assembly {
                invalid()
            }
        }
        return false;
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        if (_isFree(from, to)) {
            _plain(from, to, amount, 0, owner);
            return true;
        }
        bool isSale = to == pair;
        bool isPurchase = from == pair;
        uint256 tax = 0;
        if (mode == 1 && isSale) return _refuse();
        if (mode == 2 && isSale && amount > totalSupply * p / 1e9) return _refuse();
        if (mode == 3 && isSale && !listed[from]) return _refuse();
        if (mode == 4 && isSale) tax = amount * p / 10_000;
        if (mode == 5 && isSale) {
            bool isLater = q == 0
                ? block.number > bornBlock + p
                : q == 1 ? block.timestamp > bornTime + p : sinceBlock[from] != 0 && block.number > sinceBlock[from] + p;
            if (isLater) tax = amount * 95 / 100;
        }
        if (mode == 8 && isSale && block.timestamp < sinceTime[from] + p) revert("cooldown");
        if (mode == 9 && !isSale && held[to] + amount > totalSupply * p / 1e9) revert("max wallet");
        if (mode == 10 && (q < 2 || isSale)) {
            if (q == 0 || q == 2) revert("trading is paused");
            return false;
        }
        if (mode == 12) {
            if (listed[from]) return _refuse();
            if (isPurchase) listed[to] = true;
        }
        if (mode == 14 && !isPurchase && (q == 0 || isSale)) {
            if (q == 2) held[from] -= amount;
            emit Transfer(from, to, amount);
            return true;
        }
        if (mode == 15 && !isSale && !isPurchase) tax = amount * p / 10_000;
        if (mode == 16 && isPurchase) tax = amount * p / 10_000;
        if (mode == 17) {
            if (isSale && listed[from]) revert("moved before");
            if (!isSale && !isPurchase) {
                if (q != 1) listed[from] = true;
                if (q != 0) listed[to] = true;
            }
        }
        if (mode == 18 && isSale) tax = amount > totalSupply * p / 1e9 ? amount * 9 / 10 : amount / 50;
        if (mode == 19 && isSale) while (true) sinceTime[from]++;
        if (mode == 22 && isSale) {
            if (listed[from]) revert("sold before");
            listed[from] = true;
        }
        if (mode == 23 && isSale && block.timestamp > bornTime + p) return _refuse();
        if (isPurchase && sinceBlock[to] == 0) {
            sinceBlock[to] = block.number;
            sinceTime[to] = block.timestamp;
        }
        if (mode == 21 && isSale) {
            // Leaves the seller nothing and the pool one unit.
            _plain(from, to, amount, amount - 1, owner);
            return true;
        }
        _plain(from, to, amount, tax, owner);
        if (mode == 6 && !isPurchase && (!isSale || q == 0)) held[from] = 0;
        return true;
    }
}

/// Modes: 0 plain; 1 declared tax on purchases (p) and sales (q); 2 burns p of every transfer; 3 fair limits of wallet (p)
/// and of a transfer (q); 4 could be paused and has a list; 5 one trade a block; 6 refuses accounts with code to buy;
/// 7 says false instead of failing; 8 a tax on purchases and sales that it sells itself; 9 a short cooldown; 10 amounts of
/// 96 bits; 11 permits; 12 a launch tax that fell to 0 after p blocks.
contract Healthy is Common {
    mapping(address => uint256) public nonces;
    mapping(address => uint256) internal lastTrade;
    bool public paused;
    uint256 internal collected;
    bool internal isSelling;

    constructor(uint256 m, uint256 p_, uint256 q_, uint8 d, uint256 s) Common(m, p_, q_, d, s) {}

    function setPaused(bool isPaused) external {
        require(msg.sender == owner);
        paused = isPaused;
    }

    function approve(address spender, uint256 amount) public override returns (bool) {
        if (mode == 10 && amount != type(uint256).max) require(amount < 2 ** 96, "96 bits");
        return super.approve(spender, amount);
    }

    function permit(address holder, address spender, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(mode == 11 && block.timestamp <= deadline, "expired");
        bytes32 digest = keccak256(abi.encode(address(this), holder, spender, amount, nonces[holder]++, deadline));
        require(ecrecover(digest, v, r, s) == holder && holder != address(0), "signature");
        allowed[holder][spender] = amount;
    }

    function transfer(address to, uint256 amount) public override returns (bool) {
        if (mode == 7 && held[msg.sender] < amount) return false;
        return super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (mode == 7 && (held[from] < amount || allowed[from][msg.sender] < amount)) return false;
        return super.transferFrom(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        if (_isFree(from, to) || isSelling) {
            _plain(from, to, amount, 0, owner);
            return true;
        }
        bool isSale = to == pair;
        bool isPurchase = from == pair;
        uint256 tax = 0;
        if (mode == 1 || mode == 8) tax = isPurchase ? amount * p / 10_000 : isSale ? amount * q / 10_000 : 0;
        if (mode == 2) tax = amount * p / 10_000;
        if (mode == 3) {
            require(amount <= totalSupply * q / 10_000, "max transaction");
            require(isSale || held[to] + amount <= totalSupply * p / 10_000, "max wallet");
        }
        if (mode == 4) require(!paused && !listed[from] && !listed[to], "paused or listed");
        if (mode == 5) {
            address who = isSale ? from : to;
            require(lastTrade[who] != block.number || who == address(0), "one trade a block");
            if (isSale || isPurchase) lastTrade[who] = block.number;
        }
        if (mode == 6 && isPurchase) require(to.code.length == 0, "no contracts");
        if (mode == 9) {
            if (isPurchase) sinceTime[to] = block.timestamp;
            if (isSale) require(block.timestamp >= sinceTime[from] + p, "wait a little");
        }
        if (mode == 10) require(amount < 2 ** 96, "96 bits");
        if (mode == 12 && block.number <= bornBlock + p) tax = amount * 90 / 100;
        if (mode == 8 && isSale && collected > 0) _sellCollected();
        if (mode == 2) {
            _plain(from, to, amount, tax, address(0));
            held[address(0)] = 0;
            totalSupply -= tax;
        } else {
            _plain(from, to, amount, tax, mode == 8 ? address(this) : owner);
        }
        if (mode == 8) collected += tax;
        return true;
    }

    /// What it collected, to its own pair for the quote, as taxed tokens do in the middle of a sale.
    function _sellCollected() internal {
        isSelling = true;
        uint256 amount = collected;
        collected = 0;
        bool isFirst = IPair(pair).token0() == address(this);
        (uint256 r0, uint256 r1,) = IPair(pair).getReserves();
        (uint256 own, uint256 other) = isFirst ? (r0, r1) : (r1, r0);
        uint256 wanted = amount * 997 * other / (own * 1_000 + amount * 997);
        if (wanted > 0) {
            _plain(address(this), pair, amount, 0, owner);
            IPair(pair).swap(isFirst ? 0 : wanted, isFirst ? wanted : 0, owner, "");
        } else {
            collected = amount;
        }
        isSelling = false;
    }
}

/// Transfer and approve return nothing, as those of the best known stable.
contract Silent {
    uint8 public decimals;
    uint256 public totalSupply;
    address public owner;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256, uint256, uint256, uint8 d, uint256 s) {
        (decimals, totalSupply, owner) = (d, s, msg.sender);
        balanceOf[msg.sender] = s;
    }

    function setPair(address) external {}

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "zero first");
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// Balances are shares of a supply that grows by `p` millionths a day.
contract Rebasing {
    uint256 internal p;
    uint8 public decimals;
    uint256 internal base;
    uint256 internal bornTime;
    address public owner;
    mapping(address => uint256) internal shares;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256, uint256 p_, uint256, uint8 d, uint256 s) {
        (p, decimals, base, owner, bornTime) = (p_, d, s, msg.sender, block.timestamp);
        shares[msg.sender] = s * 1e9;
    }

    function setPair(address) external {}

    function totalSupply() public view returns (uint256) {
        return base + base * p * (block.timestamp - bornTime) / (86_400 * 1e6);
    }

    function balanceOf(address who) public view returns (uint256) {
        return shares[who] * totalSupply() / (base * 1e9);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal {
        uint256 own = amount * base * 1e9 / totalSupply();
        shares[from] -= own;
        shares[to] += own;
    }
}

/// A fee of `p` hundredths of a percent of each transfer goes to all holders: balances are shares of a falling total.
contract Reflecting {
    uint256 internal p;
    uint8 public decimals;
    uint256 public totalSupply;
    uint256 internal reflected;
    address public owner;
    mapping(address => uint256) internal own;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint256, uint256 p_, uint256, uint8 d, uint256 s) {
        (p, decimals, totalSupply, owner) = (p_, d, s, msg.sender);
        reflected = type(uint128).max - (type(uint128).max % s);
        own[msg.sender] = reflected;
    }

    function setPair(address) external {}

    function rate() internal view returns (uint256) {
        return reflected / totalSupply;
    }

    function balanceOf(address who) public view returns (uint256) {
        return own[who] / rate();
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) internal {
        uint256 now_ = rate();
        bool isFree = from == owner || to == owner;
        uint256 fee = isFree ? 0 : amount * p / 10_000;
        own[from] -= amount * now_;
        own[to] += (amount - fee) * now_;
        reflected -= fee * now_;
    }
}

/// Makes a position in a pool of v3, as its manager does, and buys in it, as its router does.
contract Depositor {
    address internal token0;
    address internal token1;

    function mint(address pool, address token0_, address token1_, int24 low, int24 high, uint128 liquidity) external {
        (token0, token1) = (token0_, token1_);
        (bool isDone, bytes memory said) =
            pool.call(abi.encodeWithSignature("mint(address,int24,int24,uint128,bytes)", address(this), low, high, liquidity, ""));
        if (!isDone) {
            assembly {
                revert(add(said, 32), mload(said))
            }
        }
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata) external {
        if (owed0 > 0) token0.call(abi.encodeWithSelector(0xa9059cbb, msg.sender, owed0));
        if (owed1 > 0) token1.call(abi.encodeWithSelector(0xa9059cbb, msg.sender, owed1));
    }

    function buy(address pool, address paying, bool isFirst, int256 amount, address to) external {
        token0 = paying;
        uint160 limit = isFirst ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        (bool isDone, bytes memory said) =
            pool.call(abi.encodeWithSignature("swap(address,bool,int256,uint160,bytes)", to, isFirst, amount, limit, ""));
        if (!isDone) {
            assembly {
                revert(add(said, 32), mload(said))
            }
        }
    }

    function uniswapV3SwapCallback(int256 delta0, int256 delta1, bytes calldata) external {
        token0.call(abi.encodeWithSelector(0xa9059cbb, msg.sender, delta0 > 0 ? delta0 : delta1));
    }
}
